export { CommentListScreen as default } from '#publishing/comments/CommentListScreen.tsx'
