"""A tree search for all games of the family: PUCT on the moves of the round, playouts to the round's end, a network beyond it.

Different move orders often lead to the same position, so each position has one node.

Within a round there is almost no hidden information. Beyond the next deal, the network (`net`) predicts how many points each
player will still score. Every player is assumed to play for their own chances (max-n), so the search is the same for two, three
and four players. The game's heuristic provides the moves to try and how promising they are.

Tiles drawn within a round are imagined. The more often the search comes to a draw, the more ways it imagines, so that long
searches do not rely on a particular one.

The end of a round has a certain value: the result, or what the network says. If all moves of a node are certain, the node is
as certain as its best move, so the search plays the last moves of a round exactly, unless tiles are drawn before its end.
"""

from __future__ import annotations

from array import array
from typing import Any

from azulejos.core import bitlanes, memory, places, search_nogil, xorshift
from azulejos.core.heuristic import Heuristic
from azulejos.core.net import Net
from azulejos.core.tiles import TileState

NO_NODE = 0  # the root has no parent
UNCERTAIN = 0  # the index of no values
DEEPEST = 128
MOST_MOVES = 1024  # of a node
DRAW_AGAIN = 8  # visits after which a second way to draw is imagined; a third after 4 times as many, a fourth after 9 times
MOST_EDGES = 16_000_000
FIRST_NODES, FIRST_EDGES, FIRST_INDEX, FIRST_RESULTS = 256, 8192, 512, 64


def longer(numbers: array[Any], typecode: str, length: int) -> array[Any]:
    """Return the numbers with zeros appended."""
    return array(typecode, bytes(numbers) + bytes(array(typecode).itemsize * (length - len(numbers))))


class Search:
    """A search from one position: `run` it in slices, and read its findings at any time in between."""

    __slots__ = (
        "also", "assured", "certain", "child", "depth", "dice", "edge_count", "edge_room", "edges", "exploration",
        "first_edge", "focused", "heat", "heuristic", "index_room", "margin", "margins", "mark", "most_edges", "move", "net",
        "node_index", "node_room", "node_total", "node_visits", "nodes", "path", "prior", "result_count", "result_room",
        "results", "root_margin", "root_value", "seat", "seed", "settled", "simulations", "spread", "total", "tried",
        "tried_prior", "unsettled", "value", "visits",
    )  # fmt: skip

    def __init__(self, heuristic: Heuristic, net: Net, seed: int = 0, also: int = -1) -> None:
        self.exploration = 1.2
        self.heat = 4.0  # points: how sharply values separate good moves from bad ones
        self.spread = 8.0  # points: a lead of this many wins about 73 % of games
        self.most_edges = MOST_EDGES  # then the tree grows no more, but its values still improve
        self.node_room = 0
        self.edge_room = 0
        self.result_room = 0
        self.path = array("i", bytes(8 * DEEPEST))
        self.value = [0.0] * 4
        self.margins = [0.0] * 4
        self.first_edge = self.edge_count = self.node_visits = self.seat = self.tried = array("i")
        self.certain = self.assured = self.unsettled = array("i")
        self.node_total = self.tried_prior = self.results = array("f")
        self.visits = self.child = array("i")
        self.prior = self.total = self.margin = array("f")
        self.move = array("H")
        self.settled = array("B")
        self.mark = array("Q")
        self.index_room = FIRST_INDEX
        self.node_index = array("i", bytes(4 * FIRST_INDEX))
        self.restart(heuristic, net, seed, also)

    def restart(self, heuristic: Heuristic, net: Net, seed: int = 0, also: int = -1) -> None:
        """Start again from another position, with the memory allocated so far: the same as a new search, but faster."""
        net.prepare(heuristic)
        self.heuristic = heuristic
        self.net = net
        self.seed = xorshift.stir(seed, 0)
        self.dice = self.seed
        self.also = also  # a move of the root to try even if the heuristic leaves it out
        self.focused = -1  # the only edge of the root that is tried, if not all are
        self.simulations = 0
        self.nodes = 0
        self.edges = 0
        self.result_count = UNCERTAIN
        self.depth = 0
        self.root_value = array("f", bytes(16 * MOST_MOVES))  # by edge of the root and seat: the sum of its values
        self.root_margin = array("f", bytes(16 * MOST_MOVES))  # and of its margins
        self._make_room()
        self._index(FIRST_INDEX)
        self._add_node()

    def _make_room(self) -> None:
        """Allocate more memory if less is left than one simulation may need. (New numbers need no particular value.)"""
        if self.nodes + 2 >= self.node_room:
            self.node_room = 4 * self.node_room or FIRST_NODES
            self.first_edge = longer(self.first_edge, "i", self.node_room)
            self.edge_count = longer(self.edge_count, "i", self.node_room)
            self.node_visits = longer(self.node_visits, "i", self.node_room)
            self.seat = longer(self.seat, "i", self.node_room)
            self.tried = longer(self.tried, "i", self.node_room)
            self.tried_prior = longer(self.tried_prior, "f", self.node_room)
            self.node_total = longer(self.node_total, "f", self.node_room)
            self.certain = longer(self.certain, "i", self.node_room)
            self.assured = longer(self.assured, "i", self.node_room)
            self.unsettled = longer(self.unsettled, "i", self.node_room)
            self.mark = longer(self.mark, "Q", self.node_room)
        if self.edges + MOST_MOVES > self.edge_room and self.edge_room < self.most_edges:
            self.edge_room = min(4 * self.edge_room, self.most_edges) or FIRST_EDGES
            self.visits = longer(self.visits, "i", self.edge_room)
            self.child = longer(self.child, "i", self.edge_room)
            self.prior = longer(self.prior, "f", self.edge_room)
            self.total = longer(self.total, "f", self.edge_room)
            self.margin = longer(self.margin, "f", self.edge_room)
            self.move = longer(self.move, "H", self.edge_room)
            self.settled = longer(self.settled, "B", self.edge_room)
        if self.result_count + 1 >= self.result_room:
            self.result_room = 4 * self.result_room or FIRST_RESULTS
            self.results = longer(self.results, "f", 8 * self.result_room)
        if 2 * self.nodes > self.index_room:
            self._index(4 * self.index_room)

    def _has_room(self) -> bool:
        """Return whether the memory is enough for one more simulation."""
        if self.nodes + 2 >= self.node_room or 2 * self.nodes > self.index_room:
            return False
        if self.result_count + 1 >= self.result_room:
            return False
        return self.edges + MOST_MOVES <= self.edge_room or self.edge_room >= self.most_edges

    def _index(self, room: int) -> None:
        """Build the hash table of all nodes by the fingerprints of their positions."""
        self.index_room = room
        if len(self.node_index) < room:
            self.node_index = array("i", bytes(4 * room))
        else:
            for at in range(room):
                self.node_index[at] = NO_NODE
        for node in range(1, self.nodes):
            self.node_index[self._find(self.mark[node])] = node

    def _add_node(self) -> int:
        node = self.nodes
        self.edge_count[node] = 0
        self.node_visits[node] = 0
        self.node_total[node] = 0.0
        self.tried[node] = 0
        self.tried_prior[node] = 0.0
        self.certain[node] = UNCERTAIN
        self.assured[node] = UNCERTAIN
        self.nodes += 1
        return node

    def _find(self, mark: int) -> int:
        """Return the slot of the hash table with this fingerprint, or the free one for it."""
        at = mark & self.index_room - 1
        while self.node_index[at] and self.mark[self.node_index[at]] != mark:
            at = at + 1 & self.index_room - 1
        return at

    def _arrive(self) -> int:
        """Return the node of the current position, which another order of moves may have reached before."""
        mark = memory.fingerprint(self.heuristic.state)
        at = self._find(mark)
        node = self.node_index[at]
        if node == NO_NODE:
            node = self._add_node()
            self.node_index[at] = node
            self.mark[node] = mark
        return node

    def focus(self, move: int) -> None:
        """Try only this move of the root from now on, or with -1 all of them again."""
        self.focused = -1
        if move >= 0 and self.edge_count[0] == 0:
            self.run(1)
        for edge in range(self.first_edge[0], self.first_edge[0] + self.edge_count[0]):
            if self.move[edge] == move:
                self.focused = self._try(edge)

    def lead(self) -> int:
        """Return by how many visits the best move of the root leads; if it certainly is, more than any search makes."""
        if self.simulations == 0:
            return 0
        if self.edge_count[0] == 1:
            return 1 << 30
        best = second = 0
        favourite = self.first_edge[0]
        for edge in range(self.first_edge[0], self.first_edge[0] + self.tried[0]):
            if self.visits[edge] > best:
                best, second = self.visits[edge], best
                favourite = edge
            elif self.visits[edge] > second:
                second = self.visits[edge]
        if self.certain[0] and self.total[favourite] >= best * (self.results[8 * self.certain[0] + self.seat[0]] - 1e-6):
            return 1 << 30
        return best - second

    def run(self, simulations: int) -> None:
        """Run this many simulations, without the GIL."""
        done = 0
        while done < simulations:
            self._make_room()
            done += search_nogil.run(self, simulations - done)

    def _run(self, simulations: int) -> int:
        """Run simulations while there is room; return their number."""
        for done in range(simulations):
            if not self._has_room():
                return done
            self._simulate()
        return simulations

    def _simulate(self) -> None:
        self.heuristic.reset()
        self.depth = 0
        node = 0
        while (node == 0 or self.certain[node] == UNCERTAIN) and self._goes_on(node):
            if self.edge_count[node] == 0:
                if not self._expand(node):
                    break
                if node:  # the root is only expanded; all others are played out
                    break
            edge = self.focused if node == 0 and self.focused >= 0 else self._select(node)
            self.path[2 * self.depth] = node
            self.path[2 * self.depth + 1] = edge
            self.depth += 1
            self.heuristic.apply(self.move[edge])
            node = self.child[edge]
            if node == NO_NODE:
                if self.depth >= DEEPEST:
                    break
                node = self._arrive()
                self.child[edge] = node
            if self.heuristic.state.turn == places.REFILLING:
                node = self._draw_at(node)
        if node and self.certain[node]:
            self._recall(self.certain[node])
        else:
            ended = self.heuristic.state.turn >= places.DEALING
            self._play_out()
            self._evaluate_leaf(self.heuristic.state)
            if node and ended:
                self.certain[node] = self._remember()
        self._back_up()
        self.simulations += 1

    def _draw_at(self, node: int) -> int:
        """Draw in one of the ways imagined at a node; return the node of the position after it."""
        visits = self.node_visits[node]
        self.node_visits[node] = visits + 1
        ways = 1
        while visits >= DRAW_AGAIN * ways * ways:
            ways += 1
        self.heuristic.draw(xorshift.stir(self.seed ^ visits % ways, node))
        return self._arrive()

    def _goes_on(self, node: int) -> bool:
        """Return whether a decision comes next in this round. Refills in a playout are drawn for it alone."""
        while self.heuristic.state.turn == places.REFILLING:
            self.heuristic.draw(xorshift.stir(self.seed, node))
        return self.heuristic.state.turn < places.DEALING

    def _expand(self, node: int) -> bool:
        n = self.heuristic.evaluate_moves()
        if node == 0:
            n = self._add_also(n)
        if self.edges + n > self.edge_room:
            return False
        first = self.edges
        best = self.heuristic.values[0]
        for i in range(1, n):
            if self.heuristic.values[i] > best:
                best = self.heuristic.values[i]
        total = 0.0
        for i in range(n):
            self.visits[first + i] = 0
            self.child[first + i] = NO_NODE
            self.total[first + i] = 0.0
            self.margin[first + i] = 0.0
            self.settled[first + i] = 0
            self.move[first + i] = self.heuristic.ids[i]
            self.prior[first + i] = bitlanes.exp((self.heuristic.values[i] - best) / self.heat)
            total += self.prior[first + i]
        for i in range(n):
            self.prior[first + i] /= total
        self.first_edge[node] = first
        self.edge_count[node] = n
        self.seat[node] = self.heuristic.state.turn
        self.unsettled[node] = n
        self.edges += n
        self._promote(node)
        return True

    def _add_also(self, n: int) -> int:
        for i in range(n):
            if self.heuristic.ids[i] == self.also:
                return n
        if self.also < 0:
            return n
        self.heuristic.ids[n] = self.also
        self.heuristic.values[n] = self.heuristic.values[0]
        return n + 1

    def _try(self, edge: int) -> int:
        """Move an edge of the root to the tried ones; return its new index."""
        at = self.first_edge[0] + self.tried[0]
        if edge < at:
            return edge
        self.move[at], self.move[edge] = self.move[edge], self.move[at]
        self.prior[at], self.prior[edge] = self.prior[edge], self.prior[at]
        self.tried[0] += 1
        self.tried_prior[0] += self.prior[at]
        self._promote(0)
        return at

    def _promote(self, node: int) -> None:
        """Move the most promising of a node's untried edges to the place after the tried ones."""
        at = self.first_edge[node] + self.tried[node]
        best = at
        for edge in range(at + 1, self.first_edge[node] + self.edge_count[node]):
            if self.prior[edge] > self.prior[best]:
                best = edge
        if best != at:
            self.move[at], self.move[best] = self.move[best], self.move[at]
            self.prior[at], self.prior[best] = self.prior[best], self.prior[at]

    def _select(self, node: int) -> int:
        """Return the edge with the best upper bound. Of the untried ones, only the most promising is considered.

        Those whose value is certain are not tried again: that teaches nothing. Only at the root are they, because its visits
        are the answer of the search.
        """
        first = self.first_edge[node]
        untried = first + self.tried[node]
        urge = self.exploration * bitlanes.sqrt(self.node_visits[node] + 1)
        best = first
        best_bound = -1e9
        for edge in range(first, untried):
            if node and self.settled[edge]:
                continue
            bound = self.total[edge] / (self.visits[edge] or 1) + urge * self.prior[edge] / (1 + self.visits[edge])
            if bound > best_bound:
                best_bound = bound
                best = edge
        if untried < first + self.edge_count[node]:
            # It is assumed to be a little worse than those tried, increasingly so the more have been tried.
            bound = urge * self.prior[untried]
            if self.node_visits[node]:
                bound += self.node_total[node] / self.node_visits[node] - 0.2 * bitlanes.sqrt(self.tried_prior[node])
            if bound > best_bound:
                best = untried
                self.tried[node] += 1
                self.tried_prior[node] += self.prior[untried]
                self._promote(node)
        return best

    def _play_out(self) -> None:
        """Play to the end of the round, by the values of moves and some chance."""
        while self._goes_on(self.nodes):
            n = self.heuristic.evaluate_moves()
            best = 0
            best_value = -1e9
            for i in range(n):
                self.dice = xorshift.roll(self.dice)
                value = self.heuristic.values[i] + self.heuristic.noise * xorshift.below(self.dice, 1024) / 1024
                if value > best_value:
                    best_value = value
                    best = i
            self.heuristic.apply(self.heuristic.ids[best])

    def _evaluate_leaf(self, state: TileState) -> None:
        """Fill `margins` and `value` (the chance to win) for each player."""
        players = state.players
        over = state.turn == places.NOBODY
        if not over:
            self.net.predict(self.heuristic)
        for seat in range(players):
            mine = state.score[seat] + (0.0 if over else self.net.gains[seat])
            best = -1e9
            for other in range(players):
                if other != seat:
                    theirs = state.score[other] + (0.0 if over else self.net.gains[other])
                    if theirs > best:
                        best = theirs
            self.margins[seat] = mine - best
            chance = 1.0 / (1.0 + bitlanes.exp(-(mine - best) / self.spread))
            if over:
                chance = 0.1 * chance + (0.9 if mine > best else 0.45 if mine == best else 0.0)
            else:  # the points still count a little, so that there is something to play for
                chance = 0.1 * chance + 0.9 * self.net.chances[seat]
            self.value[seat] = chance

    def _remember(self) -> int:
        """Store `value` and `margins`; return their index."""
        self.result_count += 1
        at = 8 * self.result_count
        for seat in range(4):
            self.results[at + seat] = self.value[seat]
            self.results[at + 4 + seat] = self.margins[seat]
        return self.result_count

    def _recall(self, result: int) -> None:
        """Set `value` and `margins` to those that are stored there."""
        for seat in range(4):
            self.value[seat] = self.results[8 * result + seat]
            self.margins[seat] = self.results[8 * result + 4 + seat]

    def _back_up(self) -> None:
        """Add the values to all moves of the path, from the last one on."""
        for i in range(self.depth - 1, -1, -1):
            node = self.path[2 * i]
            edge = self.path[2 * i + 1]
            child = self.child[edge]
            seat = self.seat[node]
            self.node_visits[node] += 1
            self.node_total[node] += self.value[seat]
            self.visits[edge] += 1
            if child and self.certain[child]:
                self._settle(node, edge, self.certain[child])
            else:
                self.total[edge] += self.value[seat]
                self.margin[edge] += self.margins[seat]
                if node == 0:
                    for other in range(4):
                        self.root_value[4 * edge + other] += self.value[other]
                        self.root_margin[4 * edge + other] += self.margins[other]
            # The player to move here prefers the best certain move, unless this one looks better.
            assured = self.assured[node]
            if assured and self.results[8 * assured + seat] * self.visits[edge] >= self.total[edge]:
                self._recall(assured)

    def _settle(self, node: int, edge: int, result: int) -> None:
        """The value of an edge is certain: replace the mean of its simulations by it."""
        seat = self.seat[node]
        visits = self.visits[edge]
        self.total[edge] = visits * self.results[8 * result + seat]
        self.margin[edge] = visits * self.results[8 * result + 4 + seat]
        if node == 0:
            for other in range(4):
                self.root_value[4 * edge + other] = visits * self.results[8 * result + other]
                self.root_margin[4 * edge + other] = visits * self.results[8 * result + 4 + other]
        if self.settled[edge]:
            return
        self.settled[edge] = 1
        self.unsettled[node] -= 1
        best = self.assured[node]
        if best == UNCERTAIN or self.results[8 * result + seat] > self.results[8 * best + seat]:
            self.assured[node] = result
        if self.unsettled[node] == 0:
            self.certain[node] = self.assured[node]

    # -- findings

    def findings(self) -> list[tuple[int, int, float, float]]:
        """Return the moves of the root, most visited first: id, visits, chance to win, expected margin."""
        first, n = self.first_edge[0], self.edge_count[0]
        found = []
        for edge in range(first, first + n):
            visits = self.visits[edge]
            share = max(visits, 1)
            found.append((self.move[edge], visits, self.total[edge] / share, self.margin[edge] / share))
        return sorted(found, key=lambda one: (-one[1], -one[2], one[0]))

    def by_seat(self) -> dict[int, list[tuple[float, float]]]:
        """Return the chance to win and the expected margin of every seat, after each move of the root that was visited."""
        found = {}
        for edge in range(self.first_edge[0], self.first_edge[0] + self.edge_count[0]):
            n = self.visits[edge]
            if n:
                seats = range(4 * edge, 4 * edge + self.heuristic.state.players)
                found[self.move[edge]] = [(self.root_value[at] / n, self.root_margin[at] / n) for at in seats]
        return found

    def certain_moves(self) -> set[int]:
        """Return the moves of the root whose value is certain: it is no mean of simulations."""
        first = self.first_edge[0]
        return {self.move[edge] for edge in range(first, first + self.edge_count[0]) if self.settled[edge]}

    def line(self, move: int, least: int = 1, dice: Any = None) -> list[int]:
        """Return the moves expected from a move of the root on, while one is certain or had `least` visits; itself included.

        With `dice`, like `random.Random`, each of those is as likely as it counts: the search's values are the averages over
        such lines. Where all is certain, the best move is made.
        """
        moves: list[int] = []
        node = 0
        edges = [edge for edge in range(self.first_edge[0], self.first_edge[0] + self.edge_count[0]) if self.move[edge] == move]
        while edges:
            counts = self._counts(node, edges) if moves else [self.visits[edge] for edge in edges]
            certain = bool(moves) and self.certain[node] != UNCERTAIN
            if max(counts) < (least if moves and not certain else 1):
                break
            if dice is None or certain:
                edge = edges[counts.index(max(counts))]
            else:
                edge = dice.choices(edges, [n if n >= least or not moves else 0 for n in counts])[0]
            moves.append(self.move[edge])
            node = self.child[edge]
            if node == NO_NODE:
                break
            edges = list(range(self.first_edge[node], self.first_edge[node] + self.edge_count[node]))
        return moves

    def _counts(self, node: int, edges: list[int]) -> list[int]:
        """Return how often each move of a node counts: its visits, or the best certain one instead of it (see `_back_up`)."""
        visits = [self.visits[edge] for edge in edges]
        settled = [at for at, edge in enumerate(edges) if self.settled[edge]]
        if not settled:
            return visits
        best = max(settled, key=lambda at: self.total[edges[at]] / visits[at])
        value = self.total[edges[best]] / visits[best]
        open_ones = [
            0 if self.settled[edge] or self.total[edge] <= value * n else n for edge, n in zip(edges, visits, strict=True)
        ]
        open_ones[best] = sum(visits) - sum(open_ones)
        return open_ones
