import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Wanted = { width?: number; height?: number; seconds?: number; audio?: boolean; options?: string[] }

/** A small film of moving colours with a tone, as a camera would write it. */
export const clip = ({ width = 320, height = 180, seconds = 2, audio = true, options = [] }: Wanted = {}): Buffer => {
  const folder = mkdtempSync(join(tmpdir(), 'tsudoi-clip-'))
  const path = join(folder, 'clip.mp4')
  try {
    execFileSync('ffmpeg', [
      ...['-v', 'error', '-f', 'lavfi', '-i', `testsrc=size=${width}x${height}:rate=24:duration=${seconds}`],
      ...(audio ? ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`, '-c:a', 'aac'] : []),
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', ...options, path],
    ])
    return readFileSync(path)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
