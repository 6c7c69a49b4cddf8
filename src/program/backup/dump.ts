import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { restoredSchema } from '#server/restored.ts'
import { hashOfStream } from './copy'
import { figuresOf } from './figures'
import { type Content, dumpName, type Figures } from './manifest'
import { withClient } from './place'
import { runTool } from './tools'

/** By pg_dump, from one snapshot of the database, of which also the figures are. Needs no more than the role that owns the tables. */
export const dumpDatabase = (
  ownerUrl: string,
  { pgDump, folder }: { pgDump: string; folder: string },
): Promise<{ figures: Figures; contents: Content[] }> =>
  withClient(ownerUrl, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    const { rows } = await client.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot')
    const path = join(folder, dumpName)
    await runTool(pgDump, ownerUrl, [
      '--format=custom',
      `--snapshot=${rows[0]?.snapshot}`,
      `--exclude-schema=${restoredSchema}`,
      `--file=${path}`,
    ])
    const figures = await figuresOf(client)
    await client.query('commit')
    return { figures, contents: [{ path: dumpName, ...(await hashOfStream(createReadStream(path))) }] }
  })
