/** Keys of the live pictures for viewers; the files are on the disk of the instance that receives the signal. */
export const liveFolder = ({ tenantId, streamingId }: { tenantId: string; streamingId: string }) =>
  `private/${tenantId}/live/${streamingId}`
/** The preview for staff is kept apart from the part that is shown and recorded. */
export type LivePart = 'preview' | 'show'
export const livePlaylist = 'index.m3u8'
/** Seconds that a player stays behind the newest picture: three segments. */
export const liveOffset = 6
