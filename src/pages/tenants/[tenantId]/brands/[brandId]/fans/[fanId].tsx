export { FanScreen as default } from '../../../../../../features/fans/staff/FanScreen'
