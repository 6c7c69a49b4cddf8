export { EventListScreen as default } from '#publishing/events/EventListScreen.tsx'
