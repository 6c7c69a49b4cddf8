import { fatesOf, kept, type PersonalData } from '#server/personal.ts'
import { sandboxKeys, sandboxObjects, sandboxSettings } from './tables.server'

const reason = kept('stands for the payment provider, in the demo only')

export const personalOfSandbox: PersonalData = {
  columns: [
    fatesOf(sandboxKeys, { key: reason, request: reason, answer: reason }),
    fatesOf(sandboxObjects, { body: reason, refs: reason, kept: reason }),
    fatesOf(sandboxSettings, { settings: reason }),
  ],
}
