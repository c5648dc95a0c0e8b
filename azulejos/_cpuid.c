/* Whether the processor and the operating system support x86-64-v3, the level that `azulejos/x86_64_v3` is compiled for.
   Compiled for any x86-64, because it is asked first. */
#include <Python.h>

#if defined(_MSC_VER)
#include <intrin.h>
static void ask(unsigned leaf, unsigned found[4]) { __cpuidex((int *)found, (int)leaf, 0); }
static unsigned saved_by_the_system(void) { return (unsigned)_xgetbv(0); }
#else
#include <cpuid.h>
static void ask(unsigned leaf, unsigned found[4]) { __cpuid_count(leaf, 0, found[0], found[1], found[2], found[3]); }
static unsigned saved_by_the_system(void) {
    unsigned low, high;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}
#endif

enum { EAX, EBX, ECX, EDX };
enum { FMA = 1u << 12, MOVBE = 1u << 22, POPCNT = 1u << 23, OSXSAVE = 1u << 27, AVX = 1u << 28, F16C = 1u << 29 };
enum { BMI1 = 1u << 3, AVX2 = 1u << 5, BMI2 = 1u << 8 };
enum { LZCNT = 1u << 5 };
enum { SSE_AND_AVX_REGISTERS = 6 };

static int all(unsigned found, unsigned wanted) { return (found & wanted) == wanted; }

static int has_v3(void) {
    unsigned found[4];
    ask(0, found);
    if (found[EAX] < 7) return 0;
    ask(1, found);
    if (!all(found[ECX], FMA | MOVBE | POPCNT | OSXSAVE | AVX | F16C)) return 0;
    if (!all(saved_by_the_system(), SSE_AND_AVX_REGISTERS)) return 0;
    ask(7, found);
    if (!all(found[EBX], BMI1 | AVX2 | BMI2)) return 0;
    ask(0x80000000u, found);
    if (found[EAX] < 0x80000001u) return 0;
    ask(0x80000001u, found);
    return all(found[ECX], LZCNT);
}

static PyObject *v3(PyObject *self, PyObject *nothing) { return PyBool_FromLong(has_v3()); }

static PyMethodDef methods[] = {
    {"v3", v3, METH_NOARGS, "Return whether this machine supports x86-64-v3."},
    {NULL, NULL, 0, NULL},
};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "_cpuid", NULL, 0, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__cpuid(void) { return PyModuleDef_Init(&module); }
