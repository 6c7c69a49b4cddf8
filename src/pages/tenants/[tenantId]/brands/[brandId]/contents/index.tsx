export { ContentListScreen as default } from '../../../../../../features/contents/list/ContentListScreen'
