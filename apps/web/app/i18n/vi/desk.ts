import audit from "./desk/audit.ts";
import blog from "./desk/blog.ts";
import contacts from "./desk/contacts.ts";
import firm from "./desk/firm.ts";
import machine from "./desk/machine.ts";
import plans from "./desk/plans.ts";
import queues from "./desk/queues.ts";

export default { ...blog, ...contacts, ...plans, ...firm, ...audit, ...queues, ...machine };
