import { onlineManager } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '#client/call.ts'
import { token } from '#client/identity.ts'
import { useOnline } from '#ui/useOnline.ts'
import { type Editor, presence } from './contract'
import { type EditedKind, saidEvery } from './presence'

type Ids = { tenantId: string; brandId: string }
const nobody: readonly Editor[] = []
type NoteEditing = typeof presence.noteEditing

/**
 * Says that this page has something open for editing, as long as it is looked at, and who else has; null before the first answer. A
 * courtesy: what fails is told to nobody, and says that nobody is known to be there.
 */
export const useEditors = ({ tenantId, brandId }: Ids, kind: EditedKind, itemId: string): readonly Editor[] | null => {
  const isOnline = useOnline()
  const [others, setOthers] = useState<readonly Editor[] | null>(null)
  useEffect(() => {
    if (!isOnline) return
    const place = { tenantId, brandId, kind, itemId }
    let isOver = false
    const say = async () => {
      if (document.hidden) return
      const answer = await call<NoteEditing>(presence.noteEditing, { ...place, isLeaving: false }, { token }).catch(
        () => null,
      )
      if (!isOver) setOthers(answer?.others ?? nobody)
    }
    const leave = async () => {
      // Who has signed out has nothing to say any more.
      const bearer = await token()
      if (bearer)
        await call<NoteEditing>(
          presence.noteEditing,
          { ...place, isLeaving: true },
          { token: () => Promise.resolve(bearer), keepalive: true },
        )
    }
    const tryToLeave = () => {
      if (onlineManager.isOnline()) void leave().catch(() => {})
    }
    void say()
    const timer = setInterval(() => void say(), saidEvery)
    const look = () => void say()
    document.addEventListener('visibilitychange', look)
    window.addEventListener('pagehide', tryToLeave)
    return () => {
      isOver = true
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('pagehide', tryToLeave)
      tryToLeave()
    }
  }, [isOnline, tenantId, brandId, kind, itemId])
  return isOnline ? others : nobody
}
