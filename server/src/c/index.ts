/** C text in, functions as graphs out: the only room that knows C's syntax. Imports `program` and below. */
export { loadParser, lowerSource, parseC } from './front-end.ts';
export type {
  FrontendOptions,
  Header,
  HeaderRequest,
  LoweredSource,
  MacroOption,
  ParsedSource,
  ReadHeader,
  Surroundings,
  UnusableHeader,
} from './front-end.ts';
export { driverFor, namedWithoutCall } from './test-driver.ts';
