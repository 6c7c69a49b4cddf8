export { NewEventScreen as default } from '../../../../../../features/events/form/NewEventScreen'
