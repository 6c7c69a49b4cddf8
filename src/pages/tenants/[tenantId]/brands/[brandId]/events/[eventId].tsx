export { EventScreen as default } from '../../../../../../features/events/form/EventScreen'
