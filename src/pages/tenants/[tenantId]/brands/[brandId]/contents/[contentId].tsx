export { ContentScreen as default } from '../../../../../../features/contents/edit/ContentScreen'
