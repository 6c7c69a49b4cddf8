/** A link to it leads to the desk on the page of a live, which stands below what is written about it. */
export const deskAnchor = 'desk'
