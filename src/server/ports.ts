/**
 * What wings below ask of wings above: lists that `program/` makes (ports.ts there) and hands down with every transaction
 * and job. A wing declares its own entry beside the type of what it asks for.
 */
export interface Ports extends Record<never, never> {}
