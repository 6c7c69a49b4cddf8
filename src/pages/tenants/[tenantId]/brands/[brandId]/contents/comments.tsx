export { CommentListScreen as default } from '../../../../../../features/comments/CommentListScreen'
