/**
 * The user's settings, as they come: anything may be missing or wrong, and then the default holds. What they leave at
 * its default the project file (`looplens.json`) may say.
 */
import { resolve } from 'node:path';
import { ALIASING, DATA_MODELS, INTEGER_MODES, OVERFLOWS } from '../project/index.ts';
import type { Project } from '../project/index.ts';
import { EDITOR_SETTINGS } from '../workspace/index.ts';
import { readSeverities } from './severities.ts';
import type { Severities } from './severities.ts';
import type { RunMode, WorkspaceSettings } from '../workspace/index.ts';

export interface Settings {
  readonly workspace: WorkspaceSettings;
  readonly lens: boolean;
  /** Counts behind the heads of loops. */
  readonly hints: boolean;
  readonly diagnostics: boolean;
  readonly severities: Severities;
}

const NO_PROJECT: Project = { directory: '.', told: {} };

/** Where the settings hold. */
export interface Place {
  /** What relative paths are relative to; null: nothing is open. */
  readonly folder: string | null;
  /** All folders that are open: `${workspaceFolder:name}` stands for one. */
  readonly named?: readonly { readonly name: string; readonly path: string }[];
  /** Programs that the workspace names may be run. */
  readonly trusted: boolean;
}

/** Reads what is under `looplens` in the editor's configuration; `project` is what the project file says. */
export function readSettings(
  raw: unknown,
  { folder, named = [], trusted }: Place = { folder: null, trusted: true },
  { directory, told }: Project = NO_PROJECT,
): Settings {
  const path = (text: string): string => resolve(folder ?? '.', withFolders(text, folder ?? '.', named));
  const inProject = (text: string): string => resolve(directory, text);
  const root = record(raw);
  const { options } = EDITOR_SETTINGS;
  const loopBudget = budget(root['loopBudget'], told.timeout === undefined ? options.loopBudget : told.timeout * 1_000);
  return {
    lens: bool(record(root['lens'])['enabled'], true),
    hints: bool(record(root['inlayHints'])['enabled'], false),
    diagnostics: bool(record(root['diagnostics'])['enabled'], true),
    severities: { ...readSeverities(told.severities), ...readSeverities(root['severity']) },
    workspace: {
      run: oneOf<RunMode>(root['run'], ['onType', 'onSave', 'manual'], EDITOR_SETTINGS.run),
      options: {
        ...options,
        integers: chosen(root['integers'], INTEGER_MODES, options.integers, told.integers),
        dataModel: chosen(root['dataModel'], DATA_MODELS, options.dataModel, told.dataModel),
        charSigned: bool(root['charSigned'], options.charSigned) && told.char !== 'unsigned',
        aliasing: chosen(root['aliasing'], ALIASING, 'strict', told.aliasing),
        overflow: chosen(root['overflow'], OVERFLOWS, options.overflow, told.overflow),
        suspicions: bool(root['suspicions'], false) || told.suspicions === true,
        assertNames: [...(told.assertNames ?? []), ...names(root['assertNames'])],
        assumeNames: [...(told.assumeNames ?? []), ...names(root['assumeNames'])],
        includePaths: [...(told.includePaths ?? []).map(inProject), ...strings(root['includePaths']).map(path)],
        defines: [...(told.defines ?? []), ...strings(root['defines'])].filter(isMacro),
        undefines: [...(told.undefines ?? []), ...names(root['undefines'])],
        compileCommands:
          typeof root['compileCommands'] === 'string' && root['compileCommands'] !== ''
            ? path(root['compileCommands'])
            : told.compileCommands === undefined
              ? options.compileCommands
              : inProject(told.compileCommands),
        preprocess: trusted ? oneOf(root['preprocess'], ['builtin', 'compiler'], options.preprocess) : 'builtin',
        cache: trusted && typeof root['cache'] === 'string' && root['cache'] !== '' ? path(root['cache']) : null,
        loopBudget,
        fileBudget: loopBudget * (options.fileBudget / options.loopBudget),
      },
    },
  };
}

/** The user's word where it isn't the usual one, else the project's. */
function chosen<T extends string>(value: unknown, allowed: readonly T[], usual: T, told: T | undefined): T {
  const own = oneOf(value, allowed, usual);
  return own === usual ? (told ?? usual) : own;
}

const isMacro = (text: string): boolean => /^[A-Za-z_$][\w$]*(\([\w$, .]*\))?(=|$)/.test(text);

/** With paths in the place of `${workspaceFolder}` and `${workspaceFolder:name}`. */
function withFolders(text: string, folder: string, named: NonNullable<Place['named']>): string {
  return text.replaceAll(
    /\$\{workspaceFolder(?::([^}]*))?\}/g,
    (whole, name?: string) => (name === undefined ? folder : named.find((one) => one.name === name)?.path) ?? whole,
  );
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function bool(value: unknown, otherwise: boolean): boolean {
  return typeof value === 'boolean' ? value : otherwise;
}

function oneOf<T extends string>(value: unknown, allowed: readonly T[], otherwise: T): T {
  return allowed.find((candidate) => candidate === value) ?? otherwise;
}

function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((text): text is string => typeof text === 'string' && text !== '') : [];
}

function names(value: unknown): readonly string[] {
  return Array.isArray(value)
    ? value.filter((name): name is string => typeof name === 'string' && /^[A-Za-z_]\w*$/.test(name))
    : [];
}

/** `otherwise` also where it is the usual one. */
function budget(value: unknown, otherwise: number): number {
  const isSaid = typeof value === 'number' && Number.isFinite(value) && value !== EDITOR_SETTINGS.options.loopBudget;
  return Math.min(600_000, Math.max(50, isSaid ? value : otherwise));
}
