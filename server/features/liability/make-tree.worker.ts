/** The thread's entry; see `TreeMaker`. */
export { makeTree as default } from './make-tree.js';
