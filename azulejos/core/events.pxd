cdef class Deal:
    cdef readonly object round, displays


cdef class Refill:
    cdef readonly object tiles


cdef class Move:
    cdef readonly object game, id, text, action
