export { FilesScreen as default } from '../../../../../../features/orders/files/FilesScreen'
