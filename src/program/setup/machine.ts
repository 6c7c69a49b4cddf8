import { join } from 'node:path'
import { isPortFree, isRunning, readPid } from '#server/machine/processes.ts'
import { run } from '#server/video/ffmpeg.ts'
import type { Part } from './part'

export const ffmpeg: Part = async ({ INSTANCE_ROLE, RTMP_PORT }) => {
  if (INSTANCE_ROLE === 'web' && RTMP_PORT === 0) return { unset: 'this instance neither converts nor receives lives' }
  const [encoders, probe] = await Promise.all([
    run('ffmpeg', ['-hide_banner', '-encoders']),
    run('ffprobe', ['-version']),
  ])
  if (encoders.code !== 0 || probe.code !== 0) throw new Error('ffmpeg or ffprobe ends with an error')
  if (!/\blibx264\b/.test(encoders.stdout)) throw new Error('ffmpeg has no libx264')
  return probe.stdout.split('\n', 1)[0]?.replace(/^ffprobe version (\S+).*$/, 'version $1, with libx264') ?? ''
}

export const ports: Part = async ({ PORT, HOST, RTMP_PORT, DATA_DIR }) => {
  const pid = readPid(join(DATA_DIR, 'program.pid'))
  if (pid && isRunning(pid, 'program/main')) return 'held by the program, which is running'
  const wanted = [
    { key: 'PORT', port: PORT, host: HOST },
    { key: 'RTMP_PORT', port: RTMP_PORT, host: undefined },
  ].filter(({ port }) => port > 0)
  const free = await Promise.all(wanted.map(({ port, host }) => isPortFree(port, host)))
  const taken = wanted.filter((_, at) => !free[at]).map(({ key, port }) => `${port} (${key})`)
  if (taken.length > 0) throw new Error(`in use by another program: ${taken.join(', ')}`)
  return `${wanted.map(({ key, port }) => `${port} (${key})`).join(', ')} free`
}
