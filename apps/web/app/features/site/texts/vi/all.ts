import blog from "./blog.ts";
import contact from "./contact.ts";
import cookies from "./cookies.ts";
import firm from "./firm.ts";
import frame from "./frame.ts";
import home from "./home.ts";
import policy from "./policy.ts";
import price from "./price.ts";
import privacy from "./privacy.ts";
import service from "./service.ts";

export default { frame, firm, home, service, price, blog, contact, policy, privacy, cookies } as const;
