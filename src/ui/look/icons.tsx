type IconProps = { size?: number; label?: string }

/**
 * Drawn on 24 × 24 with one stroke width. Without a label an icon is hidden from screen readers. An element of its own styles would be
 * most of what a page takes to be made: it has more icons than anything else (`svg` in the look's theme).
 */
const icon =
  (path: string) =>
  ({ size = 18, label }: IconProps) => (
    // biome-ignore lint/a11y/noSvgWithoutTitle: it has its label, or is hidden from screen readers.
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      focusable="false"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path d={path} />
    </svg>
  )

const circle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`

export const UndoIcon = icon('M4 9h11a5 5 0 010 10h-4M8 5L4 9l4 4')
export const EyeOffIcon = icon(
  'M3 3l18 18M10 5.2A9 9 0 0112 5c6 0 9.5 7 9.5 7a16 16 0 01-2.6 3.4M6 7.2A16 16 0 002.5 12S6 19 12 19a9 9 0 003.6-.8M10 10a3 3 0 004 4',
)
export const SortUpIcon = icon('M12 19V5M6 11l6-6 6 6')
export const SortDownIcon = icon('M12 5v14M6 13l6 6 6-6')
export const PhoneIcon = icon('M8 3h8v18H8zM11 18h2')
export const DesktopIcon = icon('M3 5h18v11H3zM8 20h8M12 16v4')
export const HomeIcon = icon('M3 11l9-7 9 7v9H3z')
export const ChartIcon = icon('M4 20V10M10 20V4M16 20v-8M21 20H3')
export const StarIcon = icon('M12 3l2.7 5.6 6.3.8-4.6 4.2 1.2 6.2L12 16.9 6.4 19.8l1.2-6.2L3 9.4l6.3-.8z')
export const BagIcon = icon('M4 8h16l-1.4 12H5.4zM8 8a4 4 0 018 0')
export const PeopleIcon = icon(
  `${circle(9, 8, 3.5)}M2.5 20a6.5 6.5 0 0113 0M16 5a3.5 3.5 0 010 6.5M21.5 20a6.5 6.5 0 00-4-6`,
)
export const PersonIcon = icon(`${circle(12, 8, 4)}M4.5 20.5a7.5 7.5 0 0115 0`)
export const SearchIcon = icon(`${circle(11, 11, 6.5)}M16 16l4.5 4.5`)
export const MoonIcon = icon('M20 14.5A8.5 8.5 0 019.5 4a8.5 8.5 0 1010.5 10.5z')
export const SunIcon = icon(
  `${circle(12, 12, 4)}M12 2.5v2M12 19.5v2M4.6 4.6l1.4 1.4M18 18l1.4 1.4M2.5 12h2M19.5 12h2M4.6 19.4L6 18M18 6l1.4-1.4`,
)
export const MenuIcon = icon('M4 7h16M4 12h16M4 17h16')
export const CloseIcon = icon('M6 6l12 12M18 6L6 18')
export const ChevronRightIcon = icon('M9.5 5.5L16 12l-6.5 6.5')
export const ChevronLeftIcon = icon('M14.5 5.5L8 12l6.5 6.5')
export const ChevronDownIcon = icon('M5.5 9.5L12 16l6.5-6.5')
export const UpDownIcon = icon('M8 9.5l4-4 4 4M8 14.5l4 4 4-4')
export const TableIcon = icon('M4 5h16v14H4zM4 10h16M4 14.5h16M12 5v14')
export const RowAddIcon = icon('M4 4.5h16v6H4zM12 4.5v6M12 14v6M9 17h6')
export const RowRemoveIcon = icon('M4 4.5h16v6H4zM12 4.5v6M9 17h6')
export const ColumnAddIcon = icon('M4.5 4h6v16h-6zM4.5 12h6M14 12h6M17 9v6')
export const ColumnRemoveIcon = icon('M4.5 4h6v16h-6zM4.5 12h6M14 12h6')
export const HeaderRowIcon = icon('M4 5h16v14H4zM4 7.5h16M4 10h16M12 10v9')
export const PlusIcon = icon('M12 5v14M5 12h14')
export const CheckIcon = icon('M5 12.5l4.5 4.5L19 7.5')
export const AlertIcon = icon('M12 4l9 16H3zM12 10v4.5M12 17.3v.1')
export const InfoIcon = icon(`${circle(12, 12, 8.5)}M12 11v5M12 8v.1`)
export const ImageIcon = icon(`M4 5h16v14H4zM4 16l4.5-4.5 4 4L15 13l5 4.5${circle(15.5, 9, 1.2)}`)
export const UploadIcon = icon('M12 16V5M7.5 9L12 4.5 16.5 9M4.5 15.5v4h15v-4')
export const TrashIcon = icon('M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 13h9l1-13M10.5 11v5.5M13.5 11v5.5')
export const EditIcon = icon('M4.5 19.5l1-4.5L16 4.5l3.5 3.5L9 18.5zM13.5 7l3.5 3.5')
export const MoreIcon = icon(`${circle(5.5, 12, 0.6)}${circle(12, 12, 0.6)}${circle(18.5, 12, 0.6)}`)
export const CopyIcon = icon('M9 9h10.5v10.5H9zM15 9V4.5H4.5V15H9')
export const ExternalIcon = icon('M13.5 4.5h6v6M19.5 4.5l-9 9M16.5 13.5v6h-12v-12h6')
export const SignOutIcon = icon('M10 4.5H5v15h5M14.5 8l4 4-4 4M18.5 12H9.5')
export const CalendarIcon = icon('M4.5 6h15v13.5h-15zM4.5 10.5h15M8.5 3.5V8M15.5 3.5V8')
export const LockIcon = icon('M5.5 10.5h13V20h-13zM8.5 10.5V8a3.5 3.5 0 017 0v2.5')
export const HeartIcon = icon('M12 20S3.5 15 3.5 9.2A4.6 4.6 0 0112 6.8a4.6 4.6 0 018.5 2.4C20.5 15 12 20 12 20z')
export const CommentIcon = icon('M4 5h16v11.5h-8.5L7 20.5v-4H4z')
export const MailIcon = icon('M3.5 5.5h17v13h-17zM3.5 7l8.5 6 8.5-6')
export const PlayIcon = icon('M7 4.5l12 7.5-12 7.5z')
export const PauseIcon = icon('M8 5v14M16 5v14')
export const RefreshIcon = icon('M19.5 12a7.5 7.5 0 11-2.2-5.3L19.5 9M19.5 4v5h-5')
export const FilterIcon = icon('M4 6h16M7 12h10M10 18h4')
export const EyeIcon = icon(`M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z${circle(12, 12, 2.8)}`)
export const ArchiveIcon = icon('M3.5 5h17v4h-17zM5 9v10.5h14V9M10 13h4')
export const BuildingIcon = icon('M5 20.5v-17h10v17M15 9.5h4.5v11M3 20.5h18M8.5 7.5h3M8.5 11.5h3M8.5 15.5h3')
export const ShieldIcon = icon('M12 3.5l7.5 3v5.5c0 4.5-3 7.5-7.5 9-4.5-1.5-7.5-4.5-7.5-9V6.5zM9 12l2.2 2.2L15.2 10')
export const BellIcon = icon('M6 16.5V11a6 6 0 0112 0v5.5l1.5 1.5h-15zM10 20.5h4')
export const CartIcon = icon(`M3 4.5h2.5L8 15.5h10l2.5-8H6.5${circle(9, 19.3, 1.1)}${circle(17, 19.3, 1.1)}`)
export const FileIcon = icon('M6 3.5h8l4.5 4.5v12.5H6zM14 3.5V8h4.5')
export const BoldIcon = icon('M7 4.5h6a3.7 3.7 0 010 7.4H7zM7 11.9h7a3.8 3.8 0 010 7.6H7z')
export const ItalicIcon = icon('M10 4.5h7M7 19.5h7M14 4.5l-4 15')
export const UnderlineIcon = icon('M7 4v7a5 5 0 0010 0V4M5.5 20h13')
export const StrikeIcon = icon(
  'M4 12h16M16.5 7a4 3.5 0 00-4.3-2.5C9.5 4.5 7.5 6 8 8.5M7.5 16.5c.6 2 2.400 3 4.500 3 2.800 0 4.700-1.500 4.500-4',
)
export const CodeIcon = icon('M8.500 7L3.500 12l5 5M15.500 7l5 5-5 5')
export const LinkIcon = icon(
  'M10 14a4 4 0 006 .4l3-3a4 4 0 00-5.700-5.700L12 7M14 10a4 4 0 00-6-.4l-3 3a4 4 0 005.700 5.700L12 17',
)
export const BulletListIcon = icon(
  `M9 6h11M9 12h11M9 18h11${circle(4.5, 6, 0.8)}${circle(4.5, 12, 0.8)}${circle(4.5, 18, 0.8)}`,
)
export const NumberListIcon = icon(
  'M10 6h10M10 12h10M10 18h10M4 5l1.500-1v5M3.800 14.500c.3-1 2.400-1.300 2.400.2 0 1.300-2.400 2-2.400 3.300h2.600',
)
export const QuoteIcon = icon('M5 5v14M9.500 8H20M9.500 12H20M9.500 16h6')
export const RuleIcon = icon('M4 12h16M4 6h5M15 6h5M4 18h5M15 18h5')
export const RedoIcon = icon('M20 9H10a5 5 0 000 10h4M16 5l4 4-4 4')
export const HeadingIcon = icon('M6 4.500v15M18 4.500v15M6 12h12')
export const EmbedIcon = icon('M3.500 5h17v14h-17zM10 9l5 3-5 3z')
export const NewsIcon = icon('M4 5h13v14H6a2 2 0 01-2-2zM17 9h3v8a2 2 0 01-2 2M7.500 9h6M7.500 12.500h6M7.500 16h4')
