export { FanListScreen as default } from '../../../../../../features/fans/staff/FanListScreen'
