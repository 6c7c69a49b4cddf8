import { spawn } from 'node:child_process'

/** Runs `npm run tsudoi -- <args>` as its script does, from the sources. */
export const tsudoi = async (args: readonly string[], env: Record<string, string>) => {
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/program/tsudoi.ts', ...args], {
    env: { ...process.env, ENV_FILE: '.env.example', RTMP_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  const code = await new Promise((done) => child.on('close', done))
  return { code, said }
}
