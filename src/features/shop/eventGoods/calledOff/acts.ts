import type { Acts } from '#kit/acts.ts'
import type { calledOff } from './contract'

export const calledOffActs: Acts<typeof calledOff> = {
  cancelEvent: { ja: 'イベントを中止', en: 'Canceled an event' },
}
