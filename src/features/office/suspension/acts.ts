import type { Acts } from '#kit/acts.ts'
import type { suspension } from './contract'

export const suspensionActs: Acts<typeof suspension> = {
  suspendTenant: { ja: 'クラブを一時停止', en: 'Suspended the club' },
  resumeTenant: { ja: 'クラブを再開', en: 'Let the club go on' },
}
