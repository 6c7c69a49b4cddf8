/**
 * What checks an answer against its contract, where a contract has been loaded (`resultCheck.ts`), and what takes the page's place
 * for a broken one, since nothing on it may go on from that.
 * Free of zod, which a fan-facing page loads after its first paint, if at all.
 */
export const results: {
  /** The answer as its contract says; throws for one that breaks it. */
  check?: (name: string, body: unknown, response: Response) => unknown
  screen?: { setState: (state: { failed: true }) => void }
} = {}
