import type { ServerConfig } from '#config.schema.ts'

export const say = (line: string) => process.stdout.write(`${line}\n`)

/** A command of `tsudoi`, beside the program. Its file is loaded when it is called. */
export type Command = {
  /** Resolves to the exit code. A `StartProblem` is said as its message alone. */
  run: (config: ServerConfig, args: readonly string[]) => Promise<number>
}
