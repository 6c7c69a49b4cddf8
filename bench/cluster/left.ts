import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { holdPidFile, isRunning, readPid, stopProcess } from '#server/machine/processes.ts'

/*
 * What a cluster that was killed has left. Each has a folder, which its processes name in their command lines, and in which each of them
 * has a pid file: a number that belongs to somebody else by now is left alone, and so is the folder of a cluster that runs.
 */

const holderFile = 'cluster.pid'
/** What a cluster is started by. */
const starter = 'bench/'

/** This process holds the cluster of this folder. */
export const holdCluster = (folder: string) => holdPidFile(join(folder, holderFile), starter)

/** Ends what clusters that are gone have left in `parent`, and removes their folders; says whose. */
export const endLeftClusters = async (parent = tmpdir()): Promise<string[]> => {
  const gone = fs
    .readdirSync(parent)
    .filter((name) => name.startsWith('tsudoi-cluster-'))
    .map((name) => join(parent, name))
    .filter((folder) => {
      const holder = readPid(join(folder, holderFile))
      return holder !== undefined && !isRunning(holder, starter)
    })
  for (const folder of gone) {
    const files = fs
      .readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.pid') && name !== holderFile)
    // The instances before what they are connected to. For a database it is the stop that waits for nobody.
    const inOrder = files.toSorted((a, b) => Number(b.endsWith('program.pid')) - Number(a.endsWith('program.pid')))
    for (const file of inOrder) {
      const pid = readPid(join(folder, file))
      if (pid) await stopProcess(pid, folder, { signal: 'SIGINT' })
    }
    fs.rmSync(folder, { recursive: true, force: true })
  }
  return gone
}
