import { useState } from 'react'
import { at } from '#client/at.ts'
import type { ChatChanges, chats, RoomState } from '../contract'
import { useRoom, useTelling } from '../useChat'

type Props = {
  ids: { tenantId: string; planContentId: string }
  onLive: (live: RoomState['live'] | null) => void
}

/** Follows the room of a live that has not begun, to hear of its start; shows nothing. */
export const WaitingLine = ({ ids, onLive }: Props) => {
  const [live, setLive] = useState<RoomState['live'] | null>(null)
  const line = useRoom<typeof chats.followChat, ChatChanges>(at<typeof chats>()('followChat'), ids, 0, ({ room }) =>
    setLive(room.live),
  )
  return live && <Told live={live} line={line} onLive={onLive} />
}

const Told = ({
  live,
  line,
  onLive,
}: { live: RoomState['live']; line: ReturnType<typeof useRoom> } & Pick<Props, 'onLive'>) => {
  useTelling(live, line, onLive)
  return null
}
