import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import { freePort, sleep } from '#server/machine/processes.ts'
import { compare, compareTable, say } from './measure'
import type { Part } from './world'

const folder = fileURLToPath(new URL('./bareNext', import.meta.url))
const next = fileURLToPath(new URL('../node_modules/next/dist/bin/next', import.meta.url))
const env = { ...process.env, NODE_ENV: 'production' as const, NEXT_TELEMETRY_DISABLED: '1', NEXT_DIST_DIR: '' }

const startBare = async () => {
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
  return { url, child }
}

/** A kept fan-facing page against a static page of a bare Next. */
export const pages: Part = async ({ house }) => {
  const { url, child } = await startBare()
  try {
    // The headers of a browser.
    const headers = { 'accept-encoding': 'gzip, br' }
    const ours = { url: `${house.origin}/fc/aoi`, headers, pid: house.pid() }
    const compared = await compare(ours, { url, headers, pid: child.pid })
    say('\nA fan-facing page, against a static page of a bare Next')
    compareTable([['/fc/aoi', compared]])
    return compared.rate < 1
      ? [`a kept page reaches ${compared.rate.toFixed(2)} of a bare static page's rate, wanted 1`]
      : []
  } finally {
    child.kill()
    fs.rmSync(`${folder}/.next`, { recursive: true, force: true })
  }
}
