/** The user's settings, as they come: anything may be missing or wrong, and then the default holds. */
import { resolve } from 'node:path';
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

/** Where the settings hold. */
export interface Place {
  /** What relative paths are relative to; null: nothing is open. */
  readonly folder: string | null;
  /** Programs that the workspace names may be run. */
  readonly trusted: boolean;
}

/** Reads what is under `looplens` in the editor's configuration. */
export function readSettings(raw: unknown, { folder, trusted }: Place = { folder: null, trusted: true }): Settings {
  const path = (text: string): string => resolve(folder ?? '.', text.replaceAll('${workspaceFolder}', folder ?? '.'));
  const root = record(raw);
  const { options } = EDITOR_SETTINGS;
  const loopBudget = budget(root['loopBudget'], options.loopBudget);
  return {
    lens: bool(record(root['lens'])['enabled'], true),
    hints: bool(record(root['inlayHints'])['enabled'], false),
    diagnostics: bool(record(root['diagnostics'])['enabled'], true),
    severities: readSeverities(root['severity']),
    workspace: {
      run: oneOf<RunMode>(root['run'], ['onType', 'onSave', 'manual'], EDITOR_SETTINGS.run),
      options: {
        ...options,
        integers: oneOf(root['integers'], ['c', 'wrapv', 'mathematical'], options.integers),
        dataModel: oneOf(root['dataModel'], ['LP64', 'ILP32', 'LLP64'], options.dataModel),
        charSigned: bool(root['charSigned'], options.charSigned),
        aliasing: oneOf(root['aliasing'], ['strict', 'none'], 'strict'),
        overflow: oneOf(root['overflow'], ['off', 'must', 'can'], options.overflow),
        suspicions: bool(root['suspicions'], false),
        assertNames: names(root['assertNames']),
        assumeNames: names(root['assumeNames']),
        includePaths: strings(root['includePaths']).map(path),
        defines: strings(root['defines']).filter((text) => /^[A-Za-z_$][\w$]*(\([\w$, .]*\))?(=|$)/.test(text)),
        undefines: names(root['undefines']),
        compileCommands:
          typeof root['compileCommands'] === 'string' && root['compileCommands'] !== ''
            ? path(root['compileCommands'])
            : options.compileCommands,
        preprocess: trusted ? oneOf(root['preprocess'], ['builtin', 'compiler'], options.preprocess) : 'builtin',
        cache: trusted && typeof root['cache'] === 'string' && root['cache'] !== '' ? path(root['cache']) : null,
        loopBudget,
        fileBudget: loopBudget * (options.fileBudget / options.loopBudget),
      },
    },
  };
}

export function sameSettings(a: Settings, b: Settings): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
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

function budget(value: unknown, otherwise: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? Math.min(600_000, Math.max(50, value)) : otherwise;
}
