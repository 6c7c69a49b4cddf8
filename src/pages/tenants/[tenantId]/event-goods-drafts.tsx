export { EventGoodsDraftsScreen as default } from '../../../features/goods/event/EventGoodsDraftsScreen'
