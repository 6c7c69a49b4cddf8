import { vi } from 'vitest'
import { serverConfig } from '#config.server.ts'
import type { Command } from '#program/commands/command.ts'

/** Runs a command of `tsudoi` within this process; its code, and what it said. */
export const run = async (command: Command, settings: Partial<ReturnType<typeof serverConfig>> = {}) => {
  const said: string[] = []
  const hear = vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
    said.push(String(line))
    return true
  })
  try {
    return { code: await command.run({ ...serverConfig(), ...settings }, []), said: said.join('') }
  } finally {
    hear.mockRestore()
  }
}
