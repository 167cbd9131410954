/** A thread that thinks: see thinking.ts. */
import { serve, type Scope } from "./thinking";

serve(self as unknown as Scope);
