/**
 * Strongly connected components of a graph (R. Tarjan, "Depth-first search and linear graph algorithms", 1972), without
 * recursion: a circle may have thousands of members.
 */

/**
 * The components within which one can go round: of more than one member, or of one that leads to itself. The first
 * entered member of each comes first.
 */
export function cyclicComponents<T>(roots: Iterable<T>, after: (of: T) => readonly T[]): readonly (readonly T[])[] {
  const search = new ComponentSearch(after);
  for (const root of roots) search.from(root);
  return search.found;
}

class ComponentSearch<T> {
  readonly found: (readonly T[])[] = [];
  private readonly after: (of: T) => readonly T[];
  private readonly number = new Map<T, number>();
  /** By member: the least number that is reached from it by open ones. */
  private readonly lowest = new Map<T, number>();
  private readonly leadsToItself = new Set<T>();
  private readonly open: T[] = [];
  private readonly isOpen = new Set<T>();
  private readonly way: { readonly member: T; readonly next: T[] }[] = [];

  constructor(after: (of: T) => readonly T[]) {
    this.after = after;
  }

  /** Finds the components that are reached from a member and not known yet. */
  from(root: T): void {
    if (this.number.has(root)) return;
    this.enter(root);
    for (let top = this.way.at(-1); top !== undefined; top = this.way.at(-1)) {
      const to = top.next.pop();
      if (to === undefined) {
        this.way.pop();
        this.leave(top.member);
      } else if (!this.number.has(to)) this.enter(to);
      else if (this.isOpen.has(to)) this.lower(top.member, this.number.get(to) as number);
    }
  }

  private enter(member: T): void {
    this.lowest.set(member, this.number.size);
    this.number.set(member, this.number.size);
    this.open.push(member);
    this.isOpen.add(member);
    const next = [...this.after(member)];
    if (next.includes(member)) this.leadsToItself.add(member);
    this.way.push({ member, next });
  }

  private lower(member: T, to: number): void {
    this.lowest.set(member, Math.min(this.lowest.get(member) as number, to));
  }

  /** All that is reached from the member has been seen: what leads no further back than to it is a component. */
  private leave(member: T): void {
    const before = this.way.at(-1);
    if (before !== undefined) this.lower(before.member, this.lowest.get(member) as number);
    if (this.lowest.get(member) !== this.number.get(member)) return;
    const members = this.open.splice(this.open.lastIndexOf(member));
    for (const m of members) this.isOpen.delete(m);
    if (members.length > 1 || this.leadsToItself.has(member)) this.found.push(members);
  }
}
