export { StartScreen as default } from '../../features/applications/StartScreen'
