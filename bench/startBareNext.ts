import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import { freePort, sleep } from '#server/machine/processes.ts'

const folder = fileURLToPath(new URL('./bareNext', import.meta.url))
const next = fileURLToPath(new URL('../node_modules/next/dist/bin/next', import.meta.url))
const env = { ...process.env, NODE_ENV: 'production' as const, NEXT_TELEMETRY_DISABLED: '1', NEXT_DIST_DIR: '' }

/** The page of `bareNext`, built and served by Next itself; `stop` leaves nothing of it. */
export const startBareNext = async () => {
  const built = spawnSync(process.execPath, [next, 'build', folder], { env, encoding: 'utf8' })
  if (built.status !== 0) throw new Error(`The bare page could not be built: ${built.stderr}`)
  const port = await freePort()
  const child = spawn(process.execPath, [next, 'start', folder, '-p', String(port)], { env, stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}/`
  for (let attempt = 0; attempt < 200; attempt++) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break
    await sleep(50)
  }
  const stop = () => {
    child.kill()
    fs.rmSync(`${folder}/.next`, { recursive: true, force: true })
  }
  return { url, pid: child.pid, stop }
}
