export { PickUpScreen as default } from '../../../features/goods/event/PickUpScreen'
