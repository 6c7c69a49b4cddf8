import { useSyncExternalStore } from 'react'
import { config, type PublicConfig } from '#config.ts'

const neverChanges = () => () => {}
const onServer = () => null

/** Null on the server and while hydrating: static pages are rendered without the settings of this start. */
export const useConfig = (): PublicConfig | null => useSyncExternalStore(neverChanges, config, onServer)
