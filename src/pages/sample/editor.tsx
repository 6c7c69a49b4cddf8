export { SampleEditorScreen as default } from '../../features/contents/SampleEditorScreen'
