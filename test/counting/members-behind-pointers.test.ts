/** Members of what a pointer leads to: their addresses may be taken, and no part of a struct is another part of it. */
import { toldIn } from './sentences.ts';

const HEAD = `
struct one { int valid, width; };
struct wide { ${Array.from({ length: 70 }, (_, i) => `int m${i};`).join(' ')} int n; signed char kind; };
struct state {
  int left, done, count;
  char name[20];
  struct one one, info[100];
  struct wide wide[2];
  struct { struct wide own; float f; } in[3];
  int part[4][5];
};
void keep(struct one *); void put(int);
`;

const told = toldIn((loop) => `${HEAD}void f(struct state *t, char *c, short *w, int n) { ${loop} }`);

told([
  // the address of a member is taken somewhere
  ['while (t->left >= 8) { t->left -= 8; t->done++; } keep(&t->one);', 't->left / 8 iterations'],
  ['keep(&t->info[n]); while (t->left >= 8) { t->left -= 8; t->done++; }', 't->left / 8 iterations'],
  ['int *p = &t->done; while (t->left > 0) { t->left--; *p = 7; }', 't->left iterations'],
  ['while (t->left > 0) { t->left--; keep(&t->one); }', "t->left iterations, if keep() doesn't change t->left"],
  ['int *p = &t->left; while (t->left < 10) { t->left++; (*p)--; }', 'until t->left >= 10'],
  // other parts of the struct stay as they are, whatever their type
  ['for (int i = 0; i < t->count; i++) t->name[i] = 0;', 't->count iterations'],
  ['for (int i = 0; i < t->count; i++) t->wide[i].kind = 1;', 't->count iterations'],
  ['for (int i = 0; i < t->count; i++) t->in[i].own.kind = 1;', 't->count iterations'],
  [
    'for (int i = 0; i < t->count; i++) c[i] = 0;',
    "t->count iterations, if the store in line 13 doesn't change t->count",
  ],
  // members that have no place of their own
  [
    'for (int i = 0; i < t->in[n].own.n; i++) put(i);',
    "t->in[n].own.n iterations, if put() doesn't change t->in[n].own.n",
  ],
  ['for (int i = 0; i < t->wide[1].n; i++) w[i] = 0;', 't->wide[1].n iterations'],
  // one element is meant, and not all of them
  [
    'for (int i = 0; i < t->part[n][2]; i++) put(i);',
    "t->part[n][2] iterations, if put() doesn't change t->part[n][2]",
  ],
  [
    'for (int i = 0; i < t->info[n].width; i++) put(i);',
    "t->info[n].width iterations, if put() doesn't change t->info[n].width",
  ],
  // whatever put() writes there, no index leads outside
  ['for (int i = 0; t->name[i]; i++) put(i);', 'at most 20 iterations'],
]);
