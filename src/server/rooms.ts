/** Channel of the notifications that the room of a live has changed: `tenantId streamingId`. */
export const channelOfRooms = 'tsudoi_rooms'
