/**
 * Keeps React working on a page where an extension, such as a translator, has wrapped or replaced texts. React removes and inserts by the
 * text nodes that it made, and would throw. When React changes a text that was replaced, the text comes back, so that no old value stays.
 */
export function followReplacedTexts(root: Node): void {
  const replacements = new WeakMap<Node, ChildNode>()
  const observer = new MutationObserver((records) => {
    for (const { type, target, removedNodes, addedNodes } of records) {
      const [text, element] = type === 'characterData' ? [target] : [removedNodes[0], addedNodes[0]]
      if (!(text instanceof Text)) continue
      if (type === 'characterData') replacements.get(text)?.replaceWith(text)
      // React itself replaces a text only by a text.
      else if (element instanceof Element) {
        replacements.set(text, element)
        observer.observe(text, { characterData: true })
      }
    }
  })
  observer.observe(root, { childList: true, subtree: true })

  /** The child of `parent` that contains or replaced `node`. */
  const childFor = (parent: Node, node: Node): Node | null => {
    let at: Node | null = node
    while (at !== null && at.parentNode !== parent) at = at.parentNode ?? replacements.get(at) ?? null
    return at
  }
  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function <T extends Node>(child: T): T {
    const own = childFor(this, child)
    if (own !== null) removeChild.call(this, own)
    return child
  }
  Node.prototype.insertBefore = function <T extends Node>(node: T, before: Node | null): T {
    insertBefore.call(this, node, before && childFor(this, before))
    return node
  }
}
