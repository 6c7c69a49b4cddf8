export { EventListScreen as default } from '../../../../../../features/events/EventListScreen'
