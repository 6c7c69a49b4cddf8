import { spawn } from 'node:child_process'
import { vi } from 'vitest'
import { serverConfig } from '#config.server.ts'
import type { Command } from '#program/commands/command.ts'
import { ensureBuilt } from './program'

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

/** Runs `npm run tsudoi -- <args>` as its script does, from the build. */
export const tsudoi = async (args: readonly string[], env: Record<string, string>) => {
  await ensureBuilt()
  const child = spawn(process.execPath, ['.next/program/program/tsudoi.mjs', ...args], {
    env: { ...process.env, ENV_FILE: '.env.example', RTMP_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  const code = await new Promise((done) => child.on('close', done))
  return { code, said }
}
